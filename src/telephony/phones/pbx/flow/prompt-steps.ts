import type { AnnouncementName } from './announcement-names.ts'
import type { FeaturePlan } from './call-plan.ts'
import type { CallStep, MakingPrompt } from './call-state.ts'
import { leaveWith } from './queue-steps.ts'

/** How often somebody is asked who does not speak, and who presses no key after that. */
const MAX_ASKED = 3

/** Explains how to record. */
export const askToSpeak = (plan: FeaturePlan, say: AnnouncementName = 'speak_now', asked = 1): CallStep => ({
  state: { at: 'makingPrompt', plan, asked, step: 'explaining' },
  commands: [{ do: 'play', sound: { say, language: plan.language } }],
})

/** Records, after a tone. */
export const beginRecording = ({ plan, asked }: MakingPrompt): CallStep => ({
  state: { at: 'makingPrompt', plan, asked, step: 'speaking' },
  commands: [{ do: 'record', mailbox: undefined }],
})

/** Nobody has spoken. */
export const askToSpeakAgain = ({ plan, asked }: MakingPrompt): CallStep =>
  asked < MAX_ASKED ? askToSpeak(plan, 'speak_now', asked + 1) : sayGoodbye(plan)

export const playRecording = (plan: FeaturePlan): CallStep => ({
  state: { at: 'makingPrompt', plan, asked: 0, step: 'hearing' },
  commands: [{ do: 'play', sound: 'recorded' }],
})

/** Asks whether to keep the recording. Without a key, it is discarded. */
export const askToKeep = ({ plan, asked }: MakingPrompt): CallStep =>
  asked < MAX_ASKED
    ? {
        state: { at: 'makingPrompt', plan, asked: asked + 1, step: 'choosing' },
        commands: [{ do: 'play', sound: { say: 'keep_recording', language: plan.language } }],
      }
    : sayGoodbye(plan)

const sayGoodbye = ({ language }: FeaturePlan) => leaveWith('answered', { say: 'goodbye', language })
