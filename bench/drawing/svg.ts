/** The few shapes that the plots are made of. Colours follow the reader's light or dark surroundings. */
export const colours = [
  '#3b82c4',
  '#d97b29',
  '#2e9e6b',
  '#9467bd',
  '#cc4c4c',
  '#1aa7b8',
  '#b08d2e',
  '#808890',
]

const style = `
  .page { fill: #ffffff } .ink { fill: #1f2328 } .soft { fill: #59636e }
  .grid { stroke: #d1d9e0 } .mark { stroke: #1f2328 } .good { fill: #2e9e6b } .bad { fill: #cc4c4c } .plain { fill: #3b82c4 }
  text { font: 13px system-ui, sans-serif } .title { font-size: 16px; font-weight: 600 } .small { font-size: 12px }
  @media (prefers-color-scheme: dark) {
    .page { fill: #0d1117 } .ink { fill: #e6edf3 } .soft { fill: #9198a1 } .grid { stroke: #30363d } .mark { stroke: #e6edf3 }
  }`

export function svgDocument(
  width: number,
  height: number,
  title: string,
  content: readonly string[],
): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeText(title)}</title>`,
    `<style>${style}\n</style>`,
    `<rect class="page" width="${width}" height="${height}" rx="6"/>`,
    text(20, 30, title, { class: 'ink title' }),
    ...content,
    '</svg>',
    '',
  ].join('\n')
}

type Attributes = Record<string, string | number>

export function text(x: number, y: number, words: string, attributes: Attributes = {}): string {
  return `<text x="${round(x)}" y="${round(y)}"${write({ class: 'ink', ...attributes })}>${escapeText(words)}</text>`
}

export const line = (x1: number, y1: number, x2: number, y2: number, attributes: Attributes = {}) =>
  `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}"${write({ class: 'grid', ...attributes })}/>`

export const rectangle = (x: number, y: number, width: number, height: number, attributes: Attributes) =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"${write(attributes)}/>`

export const circle = (x: number, y: number, radius: number, attributes: Attributes) =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${radius}"${write(attributes)}/>`

export const path = (points: readonly (readonly [number, number])[], attributes: Attributes) =>
  `<polyline fill="none" points="${points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ')}"${write(attributes)}/>`

const write = (attributes: Attributes) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')

const round = (value: number) => Math.round(value * 10) / 10

const escapeText = (words: string) =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
