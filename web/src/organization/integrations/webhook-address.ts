/** Where a service posts to. Without a stream, the bot writes to its owner. */
export function webhookAddress({
  name,
  apiKey,
  stream,
  topic,
}: {
  name: string
  apiKey: string
  stream: string | undefined
  topic: string
}): string {
  const query = new URLSearchParams({
    api_key: apiKey,
    ...(stream !== undefined && { stream }),
    ...(topic !== '' && { topic }),
  })
  // Some services take a plus sign for itself.
  return `${location.origin}/api/v1/external/${name}?${String(query).replaceAll('+', '%20')}`
}
