import { type FeatureName, featureNames } from '../pbx/flow/feature-names.ts'

/** Codes that begin a call, or that people press in one, beside those that change a setting. */
const otherNames = [
  'call_back',
  'find_by_name',
  'hear_messages',
  'pick_up',
  'pick_up_at',
  'intercom',
  'sign_in',
  'park_call',
  'record_call',
] as const

export const featureCodeNames = [...featureNames, ...otherNames] as const

export type FeatureCodeName = (typeof featureCodeNames)[number]

export interface FeatureCode {
  readonly name: FeatureCodeName
  readonly code: string
  /** whether a number follows */
  readonly number: 'required' | 'optional' | 'none'
  readonly description: string
}

/** All codes that people can dial at their phones, in the order in which they are listed. */
export const featureCodes: readonly FeatureCode[] = [
  {
    name: 'forward_calls',
    code: '*72',
    number: 'required',
    description: 'All calls to the own extension go to the number.',
  },
  { name: 'stop_forwarding', code: '*73', number: 'none', description: 'They no longer do.' },
  {
    name: 'forward_when_busy',
    code: '*90',
    number: 'required',
    description: 'Calls go to the number while the own extension is busy.',
  },
  { name: 'stop_forwarding_when_busy', code: '*91', number: 'none', description: 'They no longer do.' },
  {
    name: 'forward_unanswered',
    code: '*52',
    number: 'required',
    description: 'Calls go to the number if nobody answers, or no phone is registered.',
  },
  { name: 'stop_forwarding_unanswered', code: '*53', number: 'none', description: 'They no longer do.' },
  {
    name: 'do_not_disturb',
    code: '*78',
    number: 'none',
    description: 'The status of the person is do-not-disturb: the phone does not ring.',
  },
  { name: 'end_do_not_disturb', code: '*79', number: 'none', description: 'The person is available again.' },
  {
    name: 'follow_me',
    code: '*21',
    number: 'none',
    description: 'Switches follow-me of the own extension on or off.',
  },
  {
    name: 'night_mode',
    code: '*28',
    number: 'optional',
    description:
      'Closes business hours (the number), or all of the instance, until somebody dials it again; for those who may.',
  },
  {
    name: 'block_last_caller',
    code: '*32',
    number: 'none',
    description: 'Blocks the number outside that called last.',
  },
  {
    name: 'record_prompt',
    code: '*95',
    number: 'optional',
    description:
      'Records the own voicemail greeting, or the prompt of a menu (the number); for those who may change it.',
  },
  { name: 'call_back', code: '*69', number: 'none', description: 'Calls the number that called last.' },
  {
    name: 'find_by_name',
    code: '*411',
    number: 'none',
    description: 'Finds a colleague by the first letters of the name, and calls them.',
  },
  { name: 'hear_messages', code: '*97', number: 'none', description: 'Plays the new voicemail messages.' },
  { name: 'pick_up', code: '*8', number: 'none', description: 'Takes a call that rings at a colleague.' },
  {
    name: 'pick_up_at',
    code: '**',
    number: 'required',
    description: 'Takes the call that rings at the number.',
  },
  {
    name: 'intercom',
    code: '*80',
    number: 'required',
    description: 'Calls a colleague whose phone answers by itself.',
  },
  {
    name: 'sign_in',
    code: '*45',
    number: 'optional',
    description: 'Signs in at a queue (the number), or at all of them, or out.',
  },
  {
    name: 'park_call',
    code: '*68',
    number: 'none',
    description: 'Parks the call that is on hold at the first slot that is free, and says its number.',
  },
  {
    name: 'record_call',
    code: '*1',
    number: 'none',
    description: 'During a call: begins or interrupts its recording.',
  },
]

export interface DialledCode {
  readonly name: Exclude<FeatureCodeName, 'record_call'>
  /** empty: none */
  readonly argument: string
}

/** A number that people can forward calls to. */
const ANY_NUMBER = /^\+?\d{2,15}$/
const INTERNAL_NUMBER = /^[1-9]\d{1,5}$/

/** What somebody has dialled, if it is a code. */
export function readFeatureCode(dialled: string): DialledCode | undefined {
  for (const { name, code, number } of featureCodes) {
    if (name === 'record_call' || !dialled.startsWith(code)) continue
    const argument = dialled.slice(code.length)
    if (argument === '' ? number !== 'required' : number !== 'none' && isNumberFor(name, argument)) {
      return { name, argument }
    }
  }
  return undefined
}

const takesAnyNumber = new Set<FeatureCodeName>(['forward_calls', 'forward_when_busy', 'forward_unanswered'])

const isNumberFor = (name: FeatureCodeName, argument: string) =>
  (takesAnyNumber.has(name) ? ANY_NUMBER : INTERNAL_NUMBER).test(argument)

export const isSetting = (name: FeatureCodeName): name is FeatureName =>
  (featureNames as readonly string[]).includes(name)
