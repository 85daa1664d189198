import { stepCall } from '../../flow/call-flow.ts'
import { type AgentPlan, type PickupPlan, partyOf } from '../../flow/call-plan.ts'
import type { CallCommand, CallInput } from '../../flow/call-state.ts'
import type { FeatureOutcome } from '../../flow/feature-names.ts'
import type { FoundName } from '../../pbx.ts'
import type { AriChannel } from '../ari/ari-channel.ts'
import type { AriEvent } from '../ari/ari-events.ts'
import { endChannel } from '../ari/end-channel.ts'
import { adoptCalls } from './adopt-calls.ts'
import { answerFaxCall } from './answer-fax-call.ts'
import { createCallBeginnings } from './begin-calls.ts'
import { causeOf, createCallLegs } from './call-legs.ts'
import { createCallRecordings } from './call-recordings.ts'
import type { CallRunnerUse } from './call-runner-use.ts'
import { createCallSounds } from './call-sounds.ts'
import { createConferenceCalls } from './conference-calls.ts'
import { createConnectedEnds } from './connected-ends.ts'
import { findRinging } from './find-ringing.ts'
import { createHeldCalls } from './held-calls.ts'
import { createLegQuestions } from './leg-questions.ts'
import { createMediaEncryption } from './media-encryption.ts'
import { createMessageSounds } from './message-sounds.ts'
import { createOutgoingLegs } from './outgoing-legs.ts'
import { createPages } from './pages.ts'
import { createParkedCalls } from './parked-calls.ts'
import { createPlaybacks } from './playbacks.ts'
import { createQueuedCalls } from './queued-calls.ts'
import { createRecordingNotices } from './recording-notices.ts'
import { createRecordings } from './recordings.ts'
import { createRunningCalls, type RunningCall } from './running-calls.ts'
import { createTransfers } from './transfers.ts'

/** Runs the calls of an Asterisk: events become inputs of the state machine, its commands requests. */
export function createCallRunner(use: CallRunnerUse) {
  const { ari, router, promptUrl, messageUrl, openMailbox, endpointsOf, findAtPeers, log, tell } = use
  const { transferSupport } = use
  const running = createRunningCalls()
  /** Another process may have the calls now. */
  let isStopped = false
  const playbacks = createPlaybacks(ari)
  const messageSounds = createMessageSounds(ari, messageUrl)
  const sounds = createCallSounds(ari, playbacks, promptUrl, messageSounds, use.announcements)
  const recordings = createRecordings(ari, tell)
  const outgoing = createOutgoingLegs(ari, use.outgoing, tell, log)
  const legs = createCallLegs(ari, running, feed, log, endpointsOf, findAtPeers, transferSupport, outgoing)
  const encryption = createMediaEncryption(ari, log, tell)
  const notices = createRecordingNotices(ari, playbacks, use.announcements)
  const findRules = use.findRecordingRules
  const callRecordings = createCallRecordings({ ari, running, findRules, notices, log, tell })
  const questions = createLegQuestions(ari, use.announcements)
  const held = createHeldCalls(ari, running)
  const ends = createConnectedEnds({ ari, held, questions, encryption, callRecordings })
  const begin = createCallBeginnings({ ...use, running, feed })
  const pages = createPages({ ari, running, log, feed, endpointsOf, findAtPeers, tell })
  const parked = createParkedCalls({
    ...{ ari, running, held, log, feed, findAtPeers, router, tell },
    parkOther: (by, number, call) => transfers.park(by, number, call),
  })
  const transfers = createTransfers({ ari, running, feed, router, parked, log, tell })
  const conferences = createConferenceCalls({
    ...{ ari, running, held, playbacks, log, feed, findAtPeers, router, tell },
    announcements: use.announcements,
  })
  const queued = createQueuedCalls({
    ...{ ari, running, log, router, feed, tell, endpointsOf, findAtPeers },
    lines: use.queueLines,
    begin: begin.as,
  })

  function feed(call: RunningCall, input: CallInput): void {
    if (isStopped) return
    const { state, commands, called = [] } = stepCall(call.state, input)
    const before = call.state
    const isNew = state.at !== before.at
    if (isNew) clearTimeout(call.timer)
    call.state = state
    const { id, caller: address } = call
    for (const { target, outcome } of called) {
      if (outcome === 'answered') call.answeredBy = target
      tell({ kind: 'phoneCalled', call: id, address, called: partyOf(target), outcome })
    }
    queued.noteStep(call, before)
    conferences.noteStep(call, before)
    parked.noteStep(call, before)
    pages.noteStep(call, before)
    callRecordings.noteStep(call, before)
    if (isNew && state.at === 'ended') tell({ kind: 'callEnded', call: id, address, result: state.result })
    for (const command of commands) {
      run(call, command).catch((error) => {
        // A channel may have gone in the meantime; its own event says so.
        log.debug({ err: error, command: command.do }, 'a call command failed')
        if (isEssential(command)) feed(call, { kind: 'failed' })
      })
    }
    if (state.at === 'ended') forget(call)
  }

  function wait(call: RunningCall, seconds: number): void {
    clearTimeout(call.timer)
    call.timer = setTimeout(() => feed(call, { kind: 'timeout' }), seconds * 1000)
  }

  function forget(call: RunningCall): void {
    clearTimeout(call.timer)
    sounds.forget(call.id)
    recordings.forget(call.id)
    running.byCaller.delete(call.id)
    callRecordings.ended(call)
    void ari.call('DELETE', `bridges/${call.id}`).catch(() => {})
    ends.endEarly(call)
  }

  async function run(call: RunningCall, command: CallCommand): Promise<void> {
    switch (command.do) {
      case 'find':
        return feed(call, { kind: 'found', legs: await legs.findAll(call, command.targets) })
      case 'ring': {
        wait(call, command.seconds)
        if (command.music !== undefined) await held.playBefore(call.id, command.music)
        else if (!command.isOutside) await ends.showRinging(call)
        return legs.createAll(call, command.legs)
      }
      case 'ringOver':
        return legs.createAll(call, [command.leg])
      case 'showRinging':
        return ends.showRinging(call)
      case 'connectEarly':
        return ends.connectEarly(call, command.leg)
      case 'forward': {
        const { from, to, extensionOnly } = command
        return begin.plan(call, from, to.number, { prefix: to.prefix, extensionOnly, isForwarded: true })
      }
      case 'play': {
        await held.stop(call.id)
        const wasPlayed = await sounds.play(call.id, command.sound, command.isEarly)
        if (wasPlayed !== undefined) feed(call, { kind: 'played', hasFailed: !wasPlayed })
        return
      }
      case 'stopPlaying':
        return sounds.stop(call.id)
      case 'openMailbox':
        return feed(call, { kind: 'opened', messages: await openMailbox(command) })
      case 'markAsRead':
      case 'deleteMessage':
        return tell({
          kind: 'messageHandled',
          action: command.do === 'markAsRead' ? 'read' : 'deleted',
          call: call.id,
          address: command.mailbox,
          message: command.message.messageId,
        })
      case 'wait':
        return wait(call, command.seconds)
      case 'ask':
        return questions.ask(command.leg, command.words)
      case 'connect':
        return ends.connect(call, command.leg, command.isCalling)
      case 'record':
        await held.stop(call.id)
        encryption.answered(call)
        return recordings.begin(call.id, command.mailbox)
      case 'enterQueue':
        await queued.enter(call, command.visit)
        encryption.answered(call)
        return held.play(call.id, command.visit.plan.music)
      case 'playMusic':
        return held.play(call.id, command.music)
      case 'openRoom':
        return feed(call, {
          kind: 'roomOpened',
          isModerator: await use.openRoom(command.plan, command.pin),
        })
      case 'enterRoom':
        await conferences.enter(call, command.visit)
        return encryption.answered(call)
      case 'park':
        return parked.enter(call, command.plan)
      case 'page':
        return pages.begin(call, command.plan)
      case 'useParking':
        return parked.dial(call, command.plan)
      case 'signIn':
        return signIn(call, command.plan)
      case 'useFeature': {
        const done = (outcome: FeatureOutcome) => feed(call, { kind: 'featureUsed', outcome })
        const { phone: address, feature, argument } = command.plan
        const recording = command.hasRecording ? recordings.promptOf(call.id) : undefined
        return tell({ kind: 'feature', call: call.id, address, feature, argument, recording, done })
      }
      case 'findName': {
        const { digits, skipped, plan } = command
        const { companyId, language } = plan
        const done = (person: FoundName | undefined) => feed(call, { kind: 'nameFound', person })
        const { id, caller: address } = call
        return tell({ kind: 'nameSearch', call: id, address, companyId, digits, skipped, language, done })
      }
      case 'receiveFax':
        await answerFaxCall(ari, call.id, command.fax)
        return tell({ kind: 'callAnswered', call: call.id, address: call.caller })
      case 'pickUp':
        return pickUp(call, command.plan)
      case 'endLeg':
        await transfers.notified(command.leg)
        return endChannel(ari, command.leg, command.cause)
      case 'endCaller':
        await transfers.notified(call.id)
        return endChannel(ari, call.id, command.cause)
    }
  }

  /** Synchronous, so two people cannot pick up the same call. The picker's channel becomes a leg. */
  function pickUp(call: RunningCall, plan: PickupPlan): void {
    const taken = findRinging(running, plan)
    feed(call, { kind: 'pickedUp', hasCall: taken !== undefined })
    if (!taken) return
    running.byLeg.set(call.id, taken)
    feed(taken, { kind: 'taken', leg: { id: call.id, target: { kind: 'phone', address: plan.by } } })
  }

  async function signIn(call: RunningCall, plan: AgentPlan): Promise<void> {
    const found = await use.queueLines.findSignIn(plan)
    if (found) tell({ kind: 'agent', ...found })
    feed(call, { kind: 'signedIn', isSignedIn: found?.isSignedIn })
  }

  function onDial(leg: string, status: string): void {
    if (status === '') return
    legs.noteResponse(leg)
    const call = running.byLeg.get(leg)
    if (call && status === 'RINGING') feed(call, { kind: 'legRings', leg })
    if (call && status === 'PROGRESS') feed(call, { kind: 'legSounds', leg })
  }

  return {
    onEvent(event: AriEvent): void {
      playbacks.onEvent(event)
      messageSounds.onEvent(event)
      questions.onEvent(event)
      held.onEvent(event)
      transfers.onEvent(event)
      outgoing.onEvent(event)
      callRecordings.onEvent(event)
      queued.onEvent(event)
      pages.onEvent(event)
      parked.onEvent(event)
      const recorded = recordings.onEvent(event)
      const recording = recorded && running.byCaller.get(recorded.call)
      if (recording) feed(recording, recorded.input)
      if (event.type === 'Dial') onDial((event.peer as AriChannel).id, String(event.dialstatus))
      const channel = event.channel as AriChannel | undefined
      if (!channel) return
      if (event.type === 'ChannelStateChange') legs.noteResponse(channel.id)
      const leg = running.byLeg.get(channel.id)
      if (event.type === 'StasisStart') {
        const [role, number = ''] = event.args as readonly string[]
        if (role === 'incoming') begin.atChannel(channel, channel.dialplan.exten)
        else if (role === 'trunk') begin.atChannel(channel, number)
        else if (!queued.isRinging(channel.id) && !pages.isPaged(channel.id)) legs.enter(channel.id)
      } else if (event.type === 'ChannelStateChange' && channel.state === 'Up' && leg) {
        feed(leg, { kind: 'answered', leg: channel.id })
      } else if (event.type === 'ChannelDtmfReceived') {
        const call = running.byCaller.get(channel.id)
        const digit = String(event.digit)
        if (call) feed(call, { kind: 'digit', digit })
        else if (leg) feed(leg, { kind: 'pressed', leg: channel.id, digit })
      } else if (event.type === 'ChannelDestroyed' || event.type === 'StasisEnd') {
        const call = running.byCaller.get(channel.id)
        // The dialplan receives faxes.
        if (call?.state.at === 'faxing' && event.type === 'StasisEnd') return
        if (call) feed(call, { kind: 'callerEnded' })
        else if (event.type === 'ChannelDestroyed') legs.ended(channel.id, causeOf(event))
      }
    },
    /** A connection has begun. */
    async adopt(channels: readonly AriChannel[]): Promise<void> {
      await outgoing.adopt(channels)
      await adoptCalls(
        { ari, running, legs, recordings, queued, conferences, parked, pages, feed, tell },
        channels,
      )
      await queued.connect()
      await parked.adoptRequests()
      await messageSounds.adopt()
      await callRecordings.adopt(new Set(channels.map(({ id }) => id)))
    },
    stop(): void {
      isStopped = true
      notices.stopAll()
      questions.stopAll()
      queued.stop()
      conferences.stop()
      parked.stop()
      pages.stop()
      legs.stop()
      outgoing.stop()
      playbacks.forgetAll()
      messageSounds.forgetAll()
      recordings.forgetAll()
      for (const call of running.byCaller.values()) clearTimeout(call.timer)
      running.byCaller.clear()
      running.byLeg.clear()
    },
  }
}

/** Without it the call cannot go on, and the caller would wait forever. */
const isEssential = (command: CallCommand) => essential.has(command.do)
const essential = new Set(
  'forward find record play openMailbox receiveFax pickUp signIn openRoom enterRoom park useParking page'.split(
    ' ',
  ),
)
