/** An open book on a lectern. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden>
      <path
        d="M16 9.500C12.800 7 8.600 6.300 3.500 6.800v14.400c5.100-.5 9.300.2 12.500 2.700 3.200-2.500 7.400-3.200 12.500-2.700V6.800C23.400 6.300 19.200 7 16 9.500Z"
        stroke="currentColor"
        strokeWidth="1.800"
        strokeLinejoin="round"
      />
      <path d="M16 9.500v14.400" stroke="currentColor" strokeWidth="1.800" />
      <path d="M10 28h12" stroke="var(--accent)" strokeWidth="2.200" strokeLinecap="round" />
    </svg>
  )
}
