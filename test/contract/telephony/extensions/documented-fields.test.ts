import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dataFields } from '../../../../src/telephony/phones/extension-data/extension-data-fields.ts'
import { phoneSettingNames } from '../../../../src/telephony/phones/pbx/phone-settings.ts'

const all = [
  ...Object.keys(dataFields),
  ...['id', 'extension', 'name', 'password', 'secret', 'voicemail_vmpwd'],
].toSorted()

/** The part of the documentation about all fields, and the names in the first column of its tables. */
const section = readFileSync('docs/telephony.md', 'utf8')
  .split('### All fields of an extension')[1]!
  .split('\n### ')[0]!
const [effective, stored] = section.split('These are only stored')
const namesIn = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...line.split(' | ')[0]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!))

describe('docs/telephony.md', () => {
  it('lists each field of an extension once', () => {
    expect(namesIn(section).toSorted()).toEqual(all)
  })

  it('lists the fields that Asterisk gets', () => {
    const line = effective!.split('\n').find((one) => one.includes('passed to Asterisk'))!
    expect(namesIn(line)).toEqual([...phoneSettingNames])
  })

  it('names no field as only stored that the code of calls and phones reads', () => {
    const sources = ['calls', 'pbx', 'voicemail'].flatMap((folder) => {
      const path = join('src/telephony/phones', folder)
      const files = readdirSync(path, { recursive: true, encoding: 'utf8' })
      return files
        .filter((name) => name.endsWith('.ts'))
        .map((name) => readFileSync(join(path, name), 'utf8'))
    })
    // Those with a name like `user` mean something else there.
    const names = namesIn(stored!).filter((name) => name.includes('_'))
    expect(names.filter((name) => sources.some((source) => source.includes(name)))).toEqual([])
  })
})
