import {
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import { TONES } from './tones.ts';

interface Colours {
  text: string;
  ground: string;
  solid: string;
}

/** The site's accent, and the tones; their shades are those of tokens.css, which change with the colour scheme. */
const OURS: Record<string, Colours> = {
  brand: { text: 'var(--accent)', ground: 'var(--accent-ground)', solid: 'var(--primary)' },
  ...Object.fromEntries(
    TONES.map((tone) => [
      tone,
      { text: `var(--${tone})`, ground: `var(--${tone}-ground)`, solid: `var(--${tone}-solid)` },
    ]),
  ),
};

const mixed = (color: string, other: string, share: number) => `color-mix(in srgb, ${color}, ${other} ${share}%)`;

/** Colours that the library would derive from one shade have too little contrast for WCAG AA; ours are chosen for it. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const ours = OURS[input.color ?? input.theme.primaryColor];
  if (ours === undefined) return colors;
  const { text, ground, solid } = ours;
  const border = `1px solid ${mixed(text, 'transparent', 78)}`;
  if (input.variant === 'filled')
    return { ...colors, background: solid, hover: mixed(solid, 'black', 15), color: 'var(--primary-text)' };
  if (input.variant === 'light') return { background: ground, hover: mixed(ground, text, 10), color: text, border };
  if (input.variant === 'subtle') return { ...colors, hover: mixed(text, 'transparent', 90), color: text };
  if (input.variant === 'outline')
    return { ...colors, hover: ground, color: text, border: `1px solid ${mixed(text, 'transparent', 50)}` };
  return colors;
};

/** In the places from which the library derives its variables: 0, 3, 4 and 9 are texts, 1 and 2 pale, the others solid. */
const shadesOf = ({ text, ground, solid }: Colours): MantineColorsTuple => [
  text,
  ground,
  ground,
  text,
  text,
  solid,
  solid,
  solid,
  solid,
  text,
];

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
    ...Object.fromEntries(Object.entries(OURS).map(([name, colours]) => [name, shadesOf(colours)])),
  },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: {
    fontFamily: 'var(--font)',
    fontWeight: '650',
    sizes: { h2: { fontSize: '1.375rem', lineHeight: '1.3' }, h4: { fontSize: '1rem', lineHeight: '1.4' } },
  },
  shadows: { xs: 'var(--lift)' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  variantColorResolver,
  components: {
    Modal: { defaultProps: { ...named, centered: true } },
    // The library's element would be a second banner of the page.
    ModalHeader: { defaultProps: { role: 'none' } },
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
    Badge: { defaultProps: { tt: 'none', fw: 550, variant: 'light', radius: 'sm' } },
    Paper: { defaultProps: { shadow: 'xs' } },
    Anchor: { defaultProps: { underline: 'always' } },
  },
});
