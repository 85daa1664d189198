/** A description has one line: empty lines and blanks around line ends go with them. */
export function descriptionLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' ')
}
