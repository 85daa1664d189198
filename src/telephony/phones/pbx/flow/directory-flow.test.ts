import { describe, expect, it } from 'vitest'
import { stepCall } from './call-flow.ts'
import { type CallInput, type CallState, newCall } from './call-state.ts'
import type { DirectoryPlan } from './directory-plan.ts'

const callee = { domain: 'a.test', number: 6601 }
const ada = { domain: 'b.test', number: 1001 }
const plan: DirectoryPlan = {
  ...{ kind: 'directory', companyId: 1, callee, tries: 2, destination: '1003', language: 'en' },
}
const name = { companyId: 1, promptId: 'p' }

/** The state after some inputs, and the commands of the last. */
function resultOf(...inputs: CallInput[]) {
  let state: CallState = newCall
  let commands: readonly object[] = []
  for (const input of inputs) ({ state, commands } = stepCall(state, input))
  return { at: state.at, commands }
}

const begun = (more: Partial<DirectoryPlan> = {}): CallInput => ({
  kind: 'planned',
  plan: { ...plan, ...more },
})
const played: CallInput = { kind: 'played' }
const timeout: CallInput = { kind: 'timeout' }
const press = (digits: string) => [...digits].map((digit): CallInput => ({ kind: 'digit', digit }))
const found: CallInput = { kind: 'nameFound', person: { address: ada, name } }
const nobody: CallInput = { kind: 'nameFound', person: undefined }
const say = (what: string) => ({ do: 'play', sound: { say: what, language: 'en' } })
const stop = { do: 'stopPlaying' }
const search = (digits: string, skipped = 0) => ({ do: 'findName', plan, digits, skipped })
const connect = {
  ...{ do: 'forward', from: ada, to: { number: '1001', prefix: '' }, extensionOnly: true },
}

describe('a caller in a directory by name', () => {
  it('dials letters, ended by # or a pause; * begins anew', () => {
    expect(resultOf(begun()).commands).toEqual([say('directory')])
    expect(resultOf(begun(), ...press('5')).commands).toEqual([stop, { do: 'wait', seconds: 3 }])
    expect(resultOf(begun(), ...press('56#')).commands).toEqual([search('56')])
    expect(resultOf(begun(), played, ...press('56'), timeout).commands).toEqual([search('56')])
    expect(resultOf(begun(), ...press('99*56#')).commands).toEqual([search('56')])
    expect(resultOf(begun(), ...press('2'.repeat(20))).commands).toEqual([search('2'.repeat(20))])
  })

  it('hears a name, else the number, and is connected by 1 at any time', () => {
    const searched = [begun(), ...press('56#')]
    expect(resultOf(...searched, found).commands).toEqual([{ do: 'play', sound: name }])
    const unspoken: CallInput = { kind: 'nameFound', person: { address: ada, name: undefined } }
    expect(resultOf(...searched, unspoken).commands).toEqual([
      { do: 'play', sound: { say: 'extension', digits: '1001', language: 'en' } },
    ])
    expect(resultOf(...searched, found, played).commands).toEqual([say('directory_choose')])
    expect(resultOf(...searched, found, ...press('1')).commands).toEqual([stop, connect])
    expect(resultOf(...searched, found, played, played, ...press('1')).commands).toEqual([connect])
    // Nobody is chosen before anybody is named.
    expect(resultOf(...searched, ...press('1')).commands).toEqual([])
  })

  it('hears the next name by * or after a pause', () => {
    const heard = [begun(), ...press('56#'), found]
    expect(resultOf(...heard, ...press('*')).commands).toEqual([stop, search('56', 1)])
    expect(resultOf(...heard, played, played, timeout).commands).toEqual([search('56', 1)])
    expect(resultOf(...heard, ...press('*'), nobody).commands).toEqual([say('directory_no_more')])
  })

  it('looks in vain as often as permitted; then the call goes on, or ends', () => {
    const vain = [...press('99#'), nobody]
    expect(resultOf(begun(), ...vain).commands).toEqual([say('directory_nobody')])
    expect(resultOf(begun(), ...press('#')).commands).toEqual([stop, say('directory_nobody')])
    expect(resultOf(begun(), played, timeout).commands).toEqual([say('directory')])
    expect(resultOf(begun(), ...vain, ...vain).commands).toEqual([
      { do: 'forward', from: callee, to: { number: '1003', prefix: '' } },
    ])
    expect(resultOf(begun({ destination: '' }), ...vain, ...vain)).toEqual({
      at: 'ended',
      commands: [{ do: 'endCaller', cause: 16 }],
    })
  })
})
