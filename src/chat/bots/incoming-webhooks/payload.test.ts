import { describe, expect, it } from 'vitest'
import { ChatError } from '../../chat-error.ts'
import { Payload } from './payload.ts'

const payload = new Payload({
  name: 'ada',
  blank: ' ',
  count: 3,
  yes: true,
  nothing: null,
  endless: Number.POSITIVE_INFINITY,
  inner: { name: 'grace', list: [{ id: 1 }, { id: 'x' }, 7] },
  words: ['a', 'b'],
  labels: { job: 'api', port: 80, up: true, more: {} },
})

function complaint(read: () => unknown) {
  try {
    read()
  } catch (error) {
    if (error instanceof ChatError) return { msg: error.message, code: error.code, ...error.extra }
    throw error
  }
  throw new Error('no complaint')
}

describe('what is there', () => {
  it('is read by its path', () => {
    expect(payload.text('inner.name')).toBe('grace')
    expect(payload.number('count')).toBe(3)
    expect(payload.flag('yes')).toBe(true)
    expect(payload.label('count')).toBe('3')
    expect(payload.texts('words')).toEqual(['a', 'b'])
    expect(payload.list('inner.list')[1]!.text('id')).toBe('x')
    expect(payload.size('inner.list')).toBe(3)
    expect([...payload.labels('labels')]).toEqual([
      ['job', 'api'],
      ['port', '80'],
    ])
  })

  it('may be absent, null or blank where it is optional', () => {
    for (const path of ['absent', 'nothing', 'blank', 'inner.absent', 'nothing.deeper', 'absent.deeper']) {
      expect(payload.optionalText(path), path).toBeUndefined()
    }
    expect(payload.optionalNumber('absent')).toBeUndefined()
    expect(payload.optionalObject('nothing')).toBeUndefined()
    expect(payload.optionalList('absent')).toEqual([])
    expect(payload.flag('absent')).toBe(false)
    expect(payload.labels('absent').size).toBe(0)
  })

  it('a long list is read in part', () => {
    const long = new Payload({ list: Array.from({ length: 5000 }, () => ({})) })
    expect(long.list('list')).toHaveLength(100)
    expect(long.size('list')).toBe(5000)
  })
})

describe('what is not there', () => {
  const missing = (path: string) => ({
    msg: `Missing '${path}' in the payload`,
    code: 'INVALID_PAYLOAD',
    var_name: path,
  })
  const wrong = (path: string, kind: string) => ({
    msg: `'${path}' in the payload is not ${kind}`,
    code: 'INVALID_PAYLOAD',
    var_name: path,
  })

  it('is named with its whole path', () => {
    expect(complaint(() => payload.text('inner.absent'))).toEqual(missing('inner.absent'))
    expect(complaint(() => payload.text('absent.name'))).toEqual(missing('absent.name'))
    expect(complaint(() => payload.object('inner').text('absent'))).toEqual(missing('inner.absent'))
    expect(complaint(() => payload.list('inner.list')[0]!.text('name'))).toEqual(
      missing('inner.list[0].name'),
    )
    expect(complaint(() => payload.number('nothing'))).toEqual(missing('nothing'))
    expect(complaint(() => payload.object('absent'))).toEqual(missing('absent'))
    expect(complaint(() => payload.list('absent'))).toEqual(missing('absent'))
  })

  it('what every object has is not there', () => {
    for (const key of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      expect(complaint(() => payload.text(key))).toEqual(missing(key))
    }
  })

  it('or of the wrong kind', () => {
    expect(complaint(() => payload.text('count'))).toEqual(wrong('count', 'a string'))
    expect(complaint(() => payload.optionalText('count'))).toEqual(wrong('count', 'a string'))
    expect(complaint(() => payload.number('name'))).toEqual(wrong('name', 'a number'))
    expect(complaint(() => payload.number('endless'))).toEqual(wrong('endless', 'a number'))
    expect(complaint(() => payload.label('yes'))).toEqual(wrong('yes', 'a string or a number'))
    expect(complaint(() => payload.flag('name'))).toEqual(wrong('name', 'a boolean'))
    expect(complaint(() => payload.object('words'))).toEqual(wrong('words', 'an object'))
    expect(complaint(() => payload.list('inner'))).toEqual(wrong('inner', 'a list'))
    expect(complaint(() => payload.text('name.first'))).toEqual(wrong('name', 'an object'))
    expect(complaint(() => payload.optionalText('name.first'))).toEqual(wrong('name', 'an object'))
    expect(complaint(() => payload.list('inner.list')[2]!.text('id'))).toEqual(
      wrong('inner.list[2]', 'an object'),
    )
    expect(complaint(() => new Payload({ list: [1] }).texts('list'))).toEqual(wrong('list[0]', 'a string'))
  })

  it('a payload that is no object has nothing', () => {
    for (const value of [null, [], 'text', 7, true]) {
      expect(complaint(() => new Payload(value).optionalText('name'))).toEqual({
        msg: 'Payload is not a JSON object',
        code: 'INVALID_PAYLOAD',
      })
    }
  })
})
