/** The older syntax: `%(id)s` for a group, `%%` for a percent sign. */
const formatPart = /%\((\w+)\)s|%%/g

/** Normalizes both syntaxes to `https://example.com/{id}`. undefined: invalid. */
export function readUrlTemplate(text: string): string | undefined {
  const template = /%\(\w+\)s/.test(text)
    ? text.replace(formatPart, (_part, name?: string) => (name === undefined ? '%' : `{${name}}`))
    : text
  return isTemplate(template) ? template : undefined
}

/** For older clients. */
export const urlFormatOf = (template: string) =>
  template.replaceAll('%', '%%').replace(/\{(\w+)\}/g, '%($1)s')

export const groupsIn = (template: string) => [...template.matchAll(/\{(\w+)\}/g)].map((part) => part[1]!)

/** The host must be fixed by the administrator, never filled in from a message. */
function isTemplate(template: string): boolean {
  if (!/^https?:\/\/[^/{}\s]+([/?#]|$)/i.test(template)) return false
  const filled = template.replace(/\{\w+\}/g, 'x')
  return !/[{}\s"<>]/.test(filled) && URL.canParse(filled)
}
