import type { ReactNode } from 'react'
import css from './kobo-devices-page.module.css'

/** Drawn in the theme's colours. The step beside each illustration has the same content as text. */
function Picture({ children }: { children: ReactNode }) {
  return (
    <svg className={css.picture} viewBox="0 0 160 104" aria-hidden="true" focusable="false">
      {children}
    </svg>
  )
}

/** The e-reader, upright, with content on its screen. */
function Reader({ x, children }: { x: number; children?: ReactNode }) {
  return (
    <g transform={`translate(${x} 10)`}>
      <rect className={css.body} width="56" height="76" rx="6" />
      <rect className={css.screen} x="6" y="6" width="44" height="56" rx="2" />
      <path className={css.edge} d="M22 69h12" />
      {children}
    </g>
  )
}

const Laptop = () => (
  <g transform="translate(84 26)">
    <rect className={css.body} x="6" width="58" height="40" rx="4" />
    <rect className={css.screen} x="11" y="5" width="48" height="30" rx="2" />
    <path className={css.body} d="M0 44h70l-4 8H4z" />
  </g>
)

export const ConnectKoboIllustration = () => (
  <Picture>
    <Reader x={12}>
      <path className={css.mark} d="M28 22v22m-6-15 6-7 6 7m-12 8h12" />
    </Reader>
    <Laptop />
    <path className={css.mark} d="M40 86v8c0 4 2 6 6 6h66c4 0 6-2 6-6V80" />
  </Picture>
)

export const OpenConfigFileIllustration = () => (
  <Picture>
    <rect className={css.body} x="14" y="10" width="132" height="84" rx="6" />
    <path className={css.edge} d="M14 24h132" />
    <circle className={css.dot} cx="23" cy="17" r="2" />
    <circle className={css.dot} cx="31" cy="17" r="2" />
    <path className={css.edge} d="M30 42v36m0-30h14m-14 24h20" />
    <path className={css.screen} d="M24 32h10l3 4h15v12H24z" />
    <path className={css.screen} d="M44 52h8l3 3h13v11H44z" />
    <rect className={css.lit} x="50" y="71" width="90" height="15" rx="3" />
    <text className={css.label} x="55" y="82">
      Kobo eReader.conf
    </text>
  </Picture>
)

export const ReplaceConfigLineIllustration = () => (
  <Picture>
    <rect className={css.body} x="14" y="10" width="132" height="84" rx="6" />
    <text className={css.label} x="24" y="28">
      [OneStoreServices]
    </text>
    <path className={css.edge} d="M24 40h70m-70 10h52m-52 30h86" />
    <rect className={css.lit} x="20" y="57" width="120" height="15" rx="3" />
    <text className={css.label} x="25" y="68">
      api_endpoint=…/kobo/…
    </text>
  </Picture>
)

export const RestartKoboIllustration = () => (
  <Picture>
    <Reader x={12}>
      <path className={css.mark} d="M28 20v13m-9-7a13 13 0 1 0 18 0" />
    </Reader>
    <Laptop />
    <path className={css.mark} d="M112 46l7-9 7 9zm0 5h14" />
    <path className={css.edge} strokeDasharray="3 4" d="M40 86v8c0 4 2 6 6 6h20m26 0h20c4 0 6-2 6-6V80" />
  </Picture>
)

export const SyncKoboIllustration = () => (
  <Picture>
    <Reader x={12}>
      <rect className={css.lit} x="10" y="10" width="16" height="22" rx="1.5" />
      <rect className={css.edge} x="30" y="10" width="16" height="22" rx="1.5" />
      <rect className={css.edge} x="10" y="36" width="16" height="22" rx="1.5" />
      <rect className={css.edge} x="30" y="36" width="16" height="22" rx="1.5" />
    </Reader>
    <path className={css.mark} d="M84 58a22 22 0 0 1 40-12m2-10v11h-11m13 10a22 22 0 0 1-40 12m-2 10V68h11" />
    <path className={css.edge} d="M88 24a26 26 0 0 1 36 0m-29 7a16 16 0 0 1 22 0" />
  </Picture>
)
