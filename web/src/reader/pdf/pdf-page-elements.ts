/** The id of the annotation drawn at a point of the window. The slack makes thin lines easier to tap. */
export function annotationAtPoint(x: number, y: number, slack = 3): string | undefined {
  return [...document.querySelectorAll<HTMLElement>('[data-annotation]')].findLast((mark) => {
    const box = mark.getBoundingClientRect()
    return x >= box.left - slack && x <= box.right + slack && y >= box.top - slack && y <= box.bottom + slack
  })?.dataset.annotation
}

/** The pages whose text can be selected. */
export function pagesWithText(): number[] {
  return [...document.querySelectorAll<HTMLElement>('[data-text-of]')].map(({ dataset }) => Number(dataset.textOf))
}

/** The first run of text that the bars don't cover. */
export function firstTextOnScreen(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('[data-text-of] [data-start]')].find((run) => {
    const { top, bottom } = run.getBoundingClientRect()
    return top > 60 && bottom < innerHeight - 60
  })
}
