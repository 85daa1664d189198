/** The older spelling: `%(id)s` for a group, `%%` for a percent sign. */
const formatPart = /%\((\w+)\)s|%%/g

/** `https://example.com/{id}`, whichever of the two spellings it came in. undefined: it is neither. */
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

/** The host must be the administrator's choice, never that of a message. */
function isTemplate(template: string): boolean {
  if (!/^https?:\/\/[^/{}\s]+([/?#]|$)/i.test(template)) return false
  const filled = template.replace(/\{\w+\}/g, 'x')
  return !/[{}\s"<>]/.test(filled) && URL.canParse(filled)
}
