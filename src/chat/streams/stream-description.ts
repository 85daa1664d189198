/** Joins a description into one line, without empty lines and surrounding spaces. */
export function descriptionLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' ')
}
