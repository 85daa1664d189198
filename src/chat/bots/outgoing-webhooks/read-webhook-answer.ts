/** The service returned a response that we cannot read. */
export class BadAnswer extends Error {}

/** The bot's reply; undefined: none. */
export function readWebhookAnswer(body: string): string | undefined {
  if (body.trim() === '') return undefined
  const answer = parse(body)
  if (answer.response_not_required === true) return undefined
  // The newer, the older, and Slack's name of the same field.
  const text = answer.content ?? answer.response_string ?? answer.text
  if (text === undefined || text === null) return undefined
  if (typeof text !== 'string') throw new BadAnswer('its reply is not a string')
  return text.trim() === '' ? undefined : text
}

function parse(body: string): Record<string, unknown> {
  let answer: unknown
  try {
    answer = JSON.parse(body)
  } catch {
    throw new BadAnswer('its response is not JSON')
  }
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    throw new BadAnswer('its response is not a JSON object')
  return answer as Record<string, unknown>
}
