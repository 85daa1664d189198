import type { Cast } from './chat-cast.ts'
import { isOfTrial, type Stored } from './chat-evidence.ts'

const AT_ONCE = 1000

/** Everything of the load that the API shows to each person. */
export async function readHistories(cast: Cast, trial: string): Promise<Map<string, Stored[]>> {
  const histories = new Map<string, Stored[]>()
  for (const name of cast.keys()) histories.set(name, await readHistory(cast, trial, name))
  return histories
}

async function readHistory(cast: Cast, trial: string, name: string): Promise<Stored[]> {
  const history: Stored[] = []
  for (let anchor = 0; ; ) {
    const form = { anchor, num_before: 0, num_after: AT_ONCE, apply_markdown: false }
    const { status, body } = await cast.get(name)!.client.insist('GET', '/api/v1/messages', { form })
    if (status !== 200) throw new Error(`history of ${name}: ${JSON.stringify(body)}`)
    for (const { id, content } of body.messages) {
      if (isOfTrial(trial, content) && id >= anchor) history.push({ id, text: content })
    }
    if (body.found_newest) return history
    anchor = body.messages.at(-1).id + 1
  }
}
