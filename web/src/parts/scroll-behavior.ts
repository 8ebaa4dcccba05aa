/** How far things slide: not at all for whoever asked their device for less motion. */
export function preferredScrollBehavior(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
}
