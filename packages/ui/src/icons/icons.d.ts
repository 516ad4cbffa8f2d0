// The library describes the whole set only, not the files of single icons.
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  const icon: import('@tabler/icons-react').Icon;
  // biome-ignore lint/style/noDefaultExport: as the library's files have it.
  export default icon;
}
