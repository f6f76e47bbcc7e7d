declare module 'subset-font' {
  /** The font with only the glyphs of these characters. */
  function subsetFont(
    font: Buffer,
    characters: string,
    options: { targetFormat: 'sfnt' | 'woff' | 'woff2' },
  ): Promise<Buffer>;
  export = subsetFont;
}
