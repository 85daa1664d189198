import { describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld } from '../../../harness/telephony-world.ts'

describe.each(engines)('a server that stops, on %s', (engine) => {
  it('finishes what it has begun, also when the client has gone', async () => {
    const world = await startTelephonyWorld(engine)
    const url = await world.listen()
    const { pbx, follower } = world.telephony
    const put = pbx.put.bind(pbx)
    let told: () => void = () => {}
    const begun = new Promise<void>((done) => {
      told = done
    })
    pbx.put = async (account) => {
      told()
      await new Promise((next) => setTimeout(next, 300))
      await put(account)
    }
    const changed: string[] = []
    follower.on('changed', ({ payload }) => changed.push(payload.kind))
    const gone = new AbortController()
    const answer = fetch(`${url}/instances/${world.acmePbx}/bulks/extensions`, {
      method: 'POST',
      headers: { authorization: 'Bearer dev-acme-key', 'x-user-id': 'primary' },
      body: JSON.stringify({ data: { id: 3001, name: 'Late' } }),
      signal: gone.signal,
    })
    await begun
    gone.abort()
    await expect(answer).rejects.toThrow()
    await world.stop()
    expect(changed).toEqual(['extension'])
  })
})
