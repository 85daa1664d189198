import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ChatNodes, openChatNodes } from '../harness/chat-nodes.ts'

let cluster: ChatNodes
beforeAll(async () => {
  cluster = await openChatNodes(3)
})
afterAll(() => cluster?.stop())

interface Shown {
  host: string
  since: number
  is_this: boolean
  leads: string[]
}

const nodesAt = async (node: number): Promise<Shown[]> =>
  (await cluster.at(node, cluster.demo.people.ada).get('/server/status')).body.nodes

test('each server shows all of them, which one it is, and who leads', async () => {
  const places: number[] = []
  for (const node of [0, 1, 2]) {
    const shown = await nodesAt(node)
    expect(shown).toHaveLength(3)
    expect(shown.filter(({ is_this: isThis }) => isThis)).toHaveLength(1)
    expect(shown.flatMap(({ leads }) => leads).sort()).toEqual(['chat', 'telephony'])
    places.push(shown.findIndex(({ is_this: isThis }) => isThis))
  }
  expect(places).toEqual([0, 1, 2])
})

test('only the leader knows when mail was sent', async () => {
  const known = await Promise.all(
    [0, 1, 2].map(async (node) => {
      const { body } = await cluster.at(node, cluster.demo.people.ada).get('/server/status')
      return [body.mail.is_known, body.nodes.find((one: Shown) => one.is_this).leads.includes('chat')]
    }),
  )
  for (const [isKnown, leads] of known) expect(isKnown).toBe(leads)
  expect(known.filter(([isKnown]) => isKnown)).toHaveLength(1)
})

test('a server that leaves is no longer shown', async () => {
  await cluster.nodes[2]!.products.nodes.leave()
  await vi.waitFor(async () => expect(await nodesAt(0)).toHaveLength(2), { timeout: 15_000, interval: 100 })
})
