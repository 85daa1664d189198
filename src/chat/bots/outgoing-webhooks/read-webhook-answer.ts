/** The service answered with something that is not for us to read. */
export class BadAnswer extends Error {}

/** What the bot shall say; undefined: nothing. */
export function readWebhookAnswer(body: string): string | undefined {
  if (body.trim() === '') return undefined
  const answer = parse(body)
  if (answer.response_not_required === true) return undefined
  // Newer, older, and Slack's name for the same.
  const text = answer.content ?? answer.response_string ?? answer.text
  if (text === undefined || text === null) return undefined
  if (typeof text !== 'string') throw new BadAnswer('what it wants to say is not a text')
  return text.trim() === '' ? undefined : text
}

function parse(body: string): Record<string, unknown> {
  let answer: unknown
  try {
    answer = JSON.parse(body)
  } catch {
    throw new BadAnswer('its answer is not JSON')
  }
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    throw new BadAnswer('its answer is not a JSON object')
  return answer as Record<string, unknown>
}
