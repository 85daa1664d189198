/** A multipart form as a browser sends it. */
export interface Form {
  body: Buffer
  headers: { 'content-type': string }
}

export async function formOf(
  fields: Record<string, string | { bytes: Buffer; name: string; type?: string }>,
): Promise<Form> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.set(name, value)
    else form.set(name, new Blob([new Uint8Array(value.bytes)], { type: value.type ?? '' }), value.name)
  }
  const response = new Response(form)
  return {
    body: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type')! },
  }
}
