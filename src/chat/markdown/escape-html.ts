export function escapeHtml(text: string): string {
  return special.test(text)
    ? text.replace(everySpecial, (character) => entities[character] ?? character)
    : text
}

const special = /[&<>"]/
const everySpecial = /[&<>"]/g
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
