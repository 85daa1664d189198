/** `GET /users/{user_id}` and its input: names in the path are taken from the input, the rest is left. */
export function callAddress(
  call: string,
  input: object,
): { method: string; path: string; rest: Record<string, unknown> } {
  const [method, template] = call.split(' ') as [string, string]
  const rest: Record<string, unknown> = { ...input }
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  return { method, path, rest }
}
