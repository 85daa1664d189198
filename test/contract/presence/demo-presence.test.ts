import { afterEach, expect, it, vi } from 'vitest'
import { startDemoJobs } from '../../../src/chat/demo/demo-jobs.ts'
import { fillDemoOrganization } from '../../../src/chat/demo/fill-demo-organization.ts'
import { startWorld, type World } from '../../harness/world.ts'

const PING_MS = 60_000
const LATER_SECONDS = 600

let world: World | undefined
afterEach(async () => {
  vi.useRealTimers()
  await world?.stop()
})

it('colleagues of the full demo stay online while the server runs; the others were seen earlier', async () => {
  world = await startWorld('SQLite')
  const { ada, chat, clock, demo } = world
  await fillDemoOrganization(chat, demo, '')
  const statusOf = async (name: string) => {
    const { body } = await ada.get(`/users/${name}@example.com/presence`)
    return body.presence.aggregated.status
  }
  const isOnline = async () => Promise.all(['ben', 'cleo', 'mei', 'omar', 'lena', 'gus'].map(statusOf))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const jobs = await startDemoJobs(chat)
  expect(await isOnline()).toEqual(['active', 'active', 'active', 'offline', 'offline', 'offline'])
  clock.advance(LATER_SECONDS)
  expect(await isOnline()).toEqual(Array(6).fill('offline'))
  vi.advanceTimersByTime(PING_MS)
  await jobs.stop()
  expect(await isOnline()).toEqual(['active', 'active', 'active', 'offline', 'offline', 'offline'])
  clock.advance(LATER_SECONDS)
  vi.advanceTimersByTime(PING_MS)
  expect(await isOnline()).toEqual(Array(6).fill('offline'))
})
