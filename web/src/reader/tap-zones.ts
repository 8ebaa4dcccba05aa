/** Where a tap was. The outer thirds turn the page, the middle shows the controls. */
export type TapZone = 'left' | 'middle' | 'right'

export function tapZoneOf(x: number, width: number): TapZone {
  const part = x / width
  if (part < 0.3) return 'left'
  return part > 0.7 ? 'right' : 'middle'
}

/** A swipe is long enough, straight enough and horizontal. */
export function swipeDirectionOf(dx: number, dy: number): 'left' | 'right' | undefined {
  if (Math.abs(dx) < 48 || Math.abs(dx) < Math.abs(dy) * 1.4) return undefined
  return dx < 0 ? 'left' : 'right'
}

/** Text that can be selected: a press on it neither turns nor moves the page. */
export function isSelectableText(target: EventTarget | null): boolean {
  return target instanceof SVGTextContentElement
}
