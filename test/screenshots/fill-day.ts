import { vi } from 'vitest'
import type { Person, WebWorld } from '../harness/web/web-world.ts'

const CODE =
  '```python\ndef announce(team: list[str]) -> str:\n    return f"Ready, {\' and \'.join(team)}?"\n```'

type Line = [who: Person, topic: string, content: string]

const general: Line[] = [
  ['ada', 'welcome', 'Good morning, everybody. The kettle is on.'],
  ['cleo', 'lunch', 'Soup or noodles today?'],
  ['ben', 'lunch', 'Noodles :ramen:'],
  [
    'ada',
    'launch',
    'Two weeks to go. **What is left?**\n\n1. The press kit\n2. A last look at the invoices\n3. A name for the mascot',
  ],
  ['ben', 'launch', `The announcement writes itself:\n${CODE}`],
  ['cleo', 'launch', '@**Ada Lovelace** the invoices are done, see #**test>invoices**.'],
  ['cleo', 'launch', '> A name for the mascot\n\nI vote for *Switchy*.'],
  [
    'ben',
    'launch',
    '| what | who | when |\n|---|---|---|\n| The press kit | Ben | Tuesday |\n| Mascot | Cleo | Friday |',
  ],
  ['ada', 'launch', 'Then we are nearly there. Thank you both :tada:'],
]

/** A morning in the demo organization and company, for pictures of it. */
export async function fillDay(world: WebWorld): Promise<void> {
  const ids: number[] = []
  for (const [who, topic, content] of general) {
    const { id } = await world.chat<{ id: number }>(who, 'POST /messages', {
      type: 'stream',
      to: 'general',
      topic,
      content,
      client: 'website',
    })
    ids.push(id)
  }
  const react = (who: Person, id: number, emoji_name: string) =>
    world.chat(who, `POST /messages/${id}/reactions`, { emoji_name })
  await react('ada', ids[6]!, 'heart')
  await react('ben', ids[6]!, 'heart')
  await react('cleo', ids.at(-1)!, 'rocket')
  await world.chat('ben', 'POST /messages', {
    type: 'stream',
    to: 'test',
    topic: 'invoices',
    content: 'All sent.',
  })
  await world.chat('cleo', 'POST /messages', {
    type: 'private',
    to: ['ada@example.com'],
    content: 'Coffee at three?',
  })
  await world.chat('ada', 'POST /mark_all_as_read')
  await world.chat('ben', 'POST /messages', {
    type: 'stream',
    to: 'test',
    topic: 'invoices',
    content: 'One came back.',
  })
  await world.chat('cleo', 'POST /messages', {
    type: 'private',
    to: ['ada@example.com'],
    content: 'Or at four?',
  })
  for (const who of ['ben', 'cleo'] as const)
    await world.chat(who, 'POST /users/me/presence', { status: 'active' })
  await fillPhones(world)
}

async function fillPhones(world: WebWorld): Promise<void> {
  const acme = await texter(world, ACME, GLOBEX)
  const globex = await texter(world, GLOBEX, ACME)
  await acme('Is the volcano lair still free in May?')
  await globex('For you, always. Shall I hold it?')
  await acme('Please do. Three nights.')
  await globex('Booked. The sharks are fed.')
}

const ACME = { key: 'dev-acme-key', number: '+12025550101' }
const GLOBEX = { key: 'dev-globex-key', number: '+12025550199' }

/** Returns a function that sends a text, and resolves when it has arrived. */
async function texter(world: WebWorld, from: typeof ACME, to: typeof ACME) {
  const { id } = await world.telephony<{ id: string }>(from.key, 'POST /texting/conversations', {
    from_number: from.number,
    recipients: [{ number: to.number }],
  })
  return async (text: string) => {
    const body = { text, with_warning: true }
    await world.telephony(from.key, `POST /texting/conversations/${id}/messages/publish`, body)
    const arrived = async () => JSON.stringify(await world.telephony(to.key, 'GET /texting/v2/conversations'))
    await vi.waitUntil(async () => (await arrived()).includes(text), { timeout: 30_000 })
  }
}
