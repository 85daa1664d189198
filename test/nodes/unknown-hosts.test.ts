import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRealm } from '../../src/chat/organization/create-realm.ts'
import { type ChatNodes, openChatNodes } from '../harness/chat-nodes.ts'

let cluster: ChatNodes
beforeAll(async () => {
  cluster = await openChatNodes(3)
})
afterAll(() => cluster?.stop())

async function nameAt(node: number, host: string): Promise<string> {
  const { app } = cluster.nodes[node]!
  const answer = await app.inject({ url: '/api/v1/server_settings', headers: { host } })
  return answer.json().realm_name
}

const create = (node: number, host: string) =>
  createRealm(cluster.nodes[node]!.products.chat, { name: `The people of ${host}`, host })

test('a host that had no organization has one on all nodes as soon as it is created on one', async () => {
  const root = await nameAt(0, 'chat.example.com')
  for (const [index, host] of ['red.example.com', 'green.example.com', 'blue.example.com'].entries()) {
    for (const node of [0, 1, 2]) expect(await nameAt(node, host)).toBe(root)
    await create(index, host)
    for (const node of [0, 1, 2]) expect(await nameAt(node, host)).toBe(`The people of ${host}`)
  }
})

test('also while Redis is away', async () => {
  const root = await nameAt(0, 'chat.example.com')
  const host = 'late.example.com'
  for (const node of [0, 1, 2]) expect(await nameAt(node, host)).toBe(root)
  await cluster.redis.kill()
  await create(0, host)
  for (const node of [0, 1, 2]) expect(await nameAt(node, host)).toBe(`The people of ${host}`)
})
