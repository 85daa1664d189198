import { describe, expect, it } from 'vitest'
import { readFailure, readTransmission } from './fax-result.ts'

describe('what the dialplan writes of a fax', () => {
  it.each([
    ['SUCCESS|3|14400|T38|HANGUP|MACHINE', undefined],
    ['LOST', 'Asterisk cannot fetch the pages from this server'],
    ['UNANSWERED|BUSY|17', 'The number is busy'],
    ['UNANSWERED|NOANSWER|19', 'Nobody answers at this number'],
    ['UNANSWERED|CHANUNAVAIL|20', 'The call could not be put through'],
    ['UNANSWERED||', 'The call could not be put through'],
    ['FAILED|0||audio|T38_NEG_ERROR|', 'No fax machine answered'],
    ['FAILED|0|14400|T38|The call dropped prematurely|MACHINE', 'The call broke off before the first page'],
    ['FAILED|1|14400|T38|The call dropped prematurely|MACHINE', 'The call broke off after 1 page'],
    ['FAILED|2|9600|audio|The call dropped prematurely|', 'The call broke off after 2 pages'],
  ])('%s is worth a retry, unless it was sent', (text, message) => {
    const failure = readFailure(text)
    expect(failure?.message).toBe(message)
    expect(failure?.temporary ?? true).toBe(true)
  })

  it.each([
    ['UNANSWERED|CHANUNAVAIL|1', 'This number does not exist'],
    ['UNANSWERED|CONGESTION|28', 'This number is not complete'],
  ])('%s will not go better the next time', (text, message) => {
    expect(readFailure(text)).toMatchObject({ message, temporary: false })
  })

  it('a machine may call itself anything', () => {
    expect(readTransmission('SUCCESS|1|9600|audio||a|b\n')).toEqual({
      isComplete: true,
      pages: 1,
      rate: 9600,
      mode: 'audio',
      reason: '',
      station: 'a|b',
    })
  })
})
