import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'

// The tuples are for components that use a shade by number; our own styles use tokens.
const accent: MantineColorsTuple = [
  '#fdf3ef',
  '#f8e1d8',
  '#f0c0ae',
  '#ea9c80',
  '#f08a5d',
  '#d7683f',
  '#b94d2b',
  '#9e3b1f',
  '#873118',
  '#6b2511',
]
const warmGray: MantineColorsTuple = [
  '#faf8f4',
  '#f2eee6',
  '#e7e2d8',
  '#d8d1c3',
  '#bdb5a5',
  '#8b8475',
  '#6b6559',
  '#4d483e',
  '#2f2c25',
  '#1c1a16',
]
const lamp: MantineColorsTuple = [
  '#f1ece1',
  '#d6cfc0',
  '#a59e8f',
  '#7d7565',
  '#474033',
  '#332e25',
  '#1f1c16',
  '#16140f',
  '#100f0b',
  '#0a0907',
]

const tokens = new Set<string>(['accent', 'good', 'warning', 'bad'])

/** Named colours resolve to tokens, so that components need no variants for the three themes. */
const colours: VariantColorsResolver = (input) => {
  const token = input.color ?? 'accent'
  if (!tokens.has(token)) return defaultVariantColorsResolver(input)
  const colour = `var(--${token})`
  const tint = (percent: number) => `color-mix(in oklab, ${colour} ${percent}%, transparent)`
  if (input.variant === 'filled') {
    const hover = token === 'accent' ? 'var(--accent-hover)' : `color-mix(in oklab, ${colour} 88%, var(--ink))`
    const color = token === 'accent' ? 'var(--on-accent)' : 'var(--bg)'
    return { background: colour, hover, color, border: '1px solid transparent' }
  }
  if (input.variant === 'light')
    return { background: tint(12), hover: tint(18), color: colour, border: '1px solid transparent' }
  if (input.variant === 'outline')
    return { background: 'transparent', hover: tint(8), color: colour, border: `1px solid ${tint(60)}` }
  if (input.variant === 'subtle')
    return {
      background: 'transparent',
      hover: 'var(--hover)',
      color: token === 'accent' ? 'var(--ink)' : colour,
      border: '1px solid transparent',
    }
  return defaultVariantColorsResolver(input)
}

export const mantineTheme = createTheme({
  colors: { accent, gray: warmGray, dark: lamp, good: accent, warning: accent, bad: accent },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 4 },
  variantColorResolver: colours,
  fontFamily: 'var(--sans)',
  fontFamilyMonospace: 'var(--mono)',
  headings: { fontFamily: 'var(--serif)', fontWeight: '500' },
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '12px', xl: '24px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: 'var(--body)', lg: '1.125rem', xl: '1.375rem' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', size: 36, radius: 'md' } },
    Menu: { defaultProps: { shadow: 'md', radius: 'md', transitionProps: { duration: 120 } } },
    Modal: { defaultProps: { centered: true, radius: 'lg', overlayProps: { backgroundOpacity: 0.4 } } },
    Drawer: { defaultProps: { overlayProps: { backgroundOpacity: 0.3 }, transitionProps: { duration: 180 } } },
    Switch: { defaultProps: { withThumbIndicator: false } },
  },
})

export const mantineCssVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--bg)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--quiet)',
    '--mantine-color-placeholder': 'var(--quiet)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-default': 'var(--raised)',
    '--mantine-color-default-hover': 'color-mix(in oklab, var(--raised), var(--ink) 4%)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-color-disabled': 'var(--sunken)',
    '--mantine-color-disabled-color': 'var(--quiet)',
    '--mantine-color-disabled-border': 'var(--line)',
    '--mantine-color-accent-filled': 'var(--accent)',
    '--mantine-color-accent-filled-hover': 'var(--accent-hover)',
    '--mantine-color-accent-text': 'var(--accent)',
    '--mantine-color-accent-light': 'color-mix(in oklab, var(--accent) 12%, transparent)',
    '--mantine-color-accent-light-hover': 'color-mix(in oklab, var(--accent) 18%, transparent)',
    '--mantine-color-accent-light-color': 'var(--accent)',
    '--mantine-color-accent-outline': 'var(--accent)',
    '--mantine-primary-color-filled': 'var(--accent)',
    '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
    '--mantine-primary-color-light': 'color-mix(in oklab, var(--accent) 12%, transparent)',
    '--mantine-primary-color-light-color': 'var(--accent)',
    '--mantine-primary-color-contrast': 'var(--on-accent)',
    '--mantine-shadow-md': 'var(--panel-shadow)',
    '--mantine-shadow-xl': 'var(--panel-shadow)',
  }
  return { variables: {}, light: shared, dark: shared }
}
