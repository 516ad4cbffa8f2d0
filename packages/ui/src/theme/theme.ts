import { createTheme, defaultVariantColorsResolver, type VariantColorsResolver } from '@mantine/core';

const PALE = new Set(['light', 'subtle', 'outline']);

/** The library's light variants have too little contrast for WCAG AA: darker text in light mode, lighter in dark mode. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const shade = (number: number) => `var(--mantine-color-${input.color ?? input.theme.primaryColor}-${number})`;
  // White text on the library's red has too little contrast, too.
  if (input.variant === 'filled' && input.color === 'red') {
    return { ...colors, background: shade(9), hover: `color-mix(in srgb, ${shade(9)}, black 15%)` };
  }
  if (!PALE.has(input.variant)) return colors;
  return { ...colors, color: `light-dark(color-mix(in srgb, ${shade(9)}, black 35%), ${shade(2)})` };
};

const named = { closeButtonProps: { 'aria-label': 'Close' } };

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 7 },
  autoContrast: true,
  colors: {
    // The library's dark greys are neutral; ours use the blue of the tokens.
    dark: [
      '#e8edf3',
      '#c5cfda',
      '#b0bcc9',
      '#8693a2',
      '#465364',
      '#333e4b',
      '#242d39',
      '#1a212b',
      '#151b23',
      '#11161d',
    ],
    brand: [
      '#eaf2fe',
      '#d3e3fb',
      '#a4c6f7',
      '#73a7f3',
      '#4b8cf0',
      '#327bee',
      '#2473ee',
      '#0b57c2',
      '#0a4fb0',
      '#08439a',
    ],
  },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: { fontFamily: 'var(--font)', fontWeight: '650' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  variantColorResolver,
  components: {
    Modal: { defaultProps: { ...named, centered: true } },
    Drawer: { defaultProps: named },
    // The library's element would be a second banner of the page.
    ModalHeader: { defaultProps: { role: 'none' } },
    DrawerHeader: { defaultProps: { role: 'none' } },
    Notification: {
      defaultProps: { closeButtonProps: named.closeButtonProps },
      // The library's text has too little contrast on white.
      styles: { description: { color: 'var(--text)' } },
    },
    // Below its trigger, because the label or heading that it explains is above or beside it. It can be pointed at, and Escape closes
    // it (WCAG 1.4.13). The delay spares people who only move across.
    Tooltip: {
      defaultProps: {
        position: 'bottom',
        offset: 8,
        openDelay: 300,
        closeDelay: 100,
        events: { hover: true, focus: true, touch: true },
        interactive: true,
        multiline: true,
        maw: 320,
      },
    },
    // Lets long words break. The library sets the width to that of the word, and cuts off the overflow.
    Alert: { styles: { body: { minWidth: 0 }, label: { minWidth: 0 } } },
    List: { styles: { itemWrapper: { maxWidth: '100%' }, itemLabel: { maxWidth: '100%' } } },
    Badge: { defaultProps: { tt: 'none', fw: 600, variant: 'light' } },
    Anchor: { defaultProps: { underline: 'always' } },
  },
});
