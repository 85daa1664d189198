/** What stands between the parts of a form, from its Content-Type; undefined: there is none. */
export function multipartBoundary(contentType: string): string | undefined {
  const match = /\bboundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType)
  return match?.[1] ?? match?.[2]
}
