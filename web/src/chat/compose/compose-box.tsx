import {
  type KeyboardEvent,
  lazy,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { t } from '../../texts/texts.ts'
import { classNames } from '../../ui/class-names.ts'
import { insertText } from '../completion/text-edit.ts'
import { DestinationChip, SentElsewhere } from '../destination/destination-chip.tsx'
import { DestinationFields, type DestinationInputs } from '../destination/destination-fields.tsx'
import { type MissingPart, whatIsMissing } from '../destination/posting-problem.ts'
import { type Composer, useComposer, useComposition } from '../drafts/composer.ts'
import { openHash, useNarrowHash } from '../narrows/route.ts'
import { useCommand } from '../shortcuts/commands.ts'
import { othersOf } from '../state/conversation.ts'
import type { Destination } from '../state/destination.ts'
import { editedMessage, newestVisible } from '../state/message-selection.ts'
import { type Narrow, narrowKey } from '../state/narrow.ts'
import { useWorkspace } from '../state/workspace.ts'
import { TextedNotice } from '../texted/texted-notice.tsx'
import { useTypingNotifier } from '../typing/use-typing-notifier.ts'
import { DropZone, UploadList } from '../uploads/upload-list.tsx'
import styles from './compose-box.module.css'
import type { ComposeDialogName } from './compose-dialogs.tsx'
import { ComposeLineTools } from './compose-line-tools.tsx'
import { ComposeNotes, ComposeNotices } from './compose-notes.tsx'
import { useComposeRequests } from './compose-request.ts'
import { EnterHint, EnterSends } from './enter-sends.tsx'
import { FormatRow } from './format-toolbar.tsx'
import { MessageText } from './message-text.tsx'
import { useSending } from './use-sending.ts'
import { useTextKeys } from './use-text-keys.ts'
import { useUploads } from './use-uploads.ts'

const ComposeDialogs = lazy(async () => ({
  default: (await import('./compose-dialogs.tsx')).ComposeDialogs,
}))

interface ComposeBoxProps {
  narrow: Narrow
  /** false: the page shows no messages, whatever the narrow. */
  showsMessages?: boolean
}

/** Where messages are written: one line, which grows with the text. */
export function ComposeBox({ narrow, showsMessages = true }: ComposeBoxProps) {
  const composer = useComposer()
  useLayoutEffect(() => composer.follow(narrow), [composer, narrow])
  useSuggestedTopic(composer, narrow)
  const { destination, content, isChoosing } = useComposition(composer)
  const [isPreview, setPreview] = useState(false)
  const [isFormatting, setFormatting] = useState(false)
  const [dialog, setDialog] = useState<ComposeDialogName>()
  const form = useRef<HTMLFormElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const inputs = {
    stream: useRef<HTMLInputElement>(null),
    topic: useRef<HTMLInputElement>(null),
    people: useRef<HTMLInputElement>(null),
  }
  const focus = useComposeOpeners(composer, { ...inputs, area })
  const uploads = useUploads(composer, area)
  const typing = useTypingNotifier()
  const sending = useSending({
    composer,
    narrow,
    showsMessages,
    isUploading: uploads.isRunning,
    focus,
    onSent() {
      typing.reset()
      setPreview(false)
    },
  })
  const onKey = useComposeKeys(narrow, sending.send)
  const redirect = useRedirect(composer)

  function write(text: string) {
    composer.write(text)
    const where = composer.where()
    if (text.trim() === '') typing.stop()
    else if (where && !sending.forbidden) typing.typed(where)
  }
  function leave() {
    typing.stop()
    setPreview(false)
    composer.choose(false)
    const { activeElement } = document
    if (activeElement instanceof HTMLElement) activeElement.blur()
  }
  function onEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.stopPropagation()
    if (isPreview) setPreview(false)
    else leave()
  }
  function changeDestination() {
    if (destination.kind === 'direct') return focus('people')
    focus(destination.streamId === undefined ? 'stream' : 'topic')
  }
  return (
    <div className={styles.place}>
      {sending.elsewhere && (
        <SentElsewhere
          key={sending.elsewhere.number}
          conversation={sending.elsewhere.conversation}
          onClose={sending.forgetElsewhere}
        />
      )}
      <form
        ref={form}
        aria-label={t.compose.label}
        data-region
        className={styles.box}
        onKeyDown={onEscape}
        onSubmit={(event) => {
          event.preventDefault()
          sending.send()
        }}
      >
        <DropZone inside={form} onFiles={uploads.start} />
        {isChoosing && (
          <DestinationFields
            destination={destination}
            inputs={inputs}
            onChange={redirect}
            onDone={() => focus('content')}
          />
        )}
        <TextedNotice destination={destination} />
        <ComposeNotices forbidden={sending.forbidden} complaint={sending.complaint} />
        <div className={classNames(styles.line, isLong(content) && styles.long)}>
          {!isChoosing && (
            <div className={styles.chip}>
              <DestinationChip destination={destination} onChange={changeDestination} />
            </div>
          )}
          <div className={styles.text}>
            <MessageText
              label={t.compose.text}
              isPreview={isPreview}
              area={area}
              value={content}
              onWrite={write}
              destination={destination}
              placeholder={t.compose.writeMessage}
              aria-describedby={HINT_ID}
              onPoll={() => setDialog('poll')}
              onKey={onKey}
              onFocus={() => composer.open()}
              onPaste={(event) => {
                const files = filesOf(event.clipboardData)
                if (files.length === 0) return
                event.preventDefault()
                uploads.start(files)
              }}
            />
          </div>
          <ComposeLineTools
            {...{ composer, isPreview, isFormatting }}
            isWritten={content !== ''}
            onFormatting={(isOn) => {
              setFormatting(isOn)
              if (!isOn) setPreview(false)
            }}
            onInsert={uploads.insert}
            onFiles={uploads.start}
            canSend={!sending.forbidden}
            isReady={sending.isReady}
            onSchedule={sending.schedule}
            onOpen={setDialog}
          />
        </div>
        <UploadList uploads={uploads.list} content={content} onCancel={uploads.cancel} />
        {isFormatting && (
          <div className={styles.formats}>
            <FormatRow {...{ area, isPreview }} onPreview={setPreview}>
              <EnterSends />
            </FormatRow>
          </div>
        )}
        <ComposeNotes content={content} />
      </form>
      <EnterHint id={HINT_ID} />
      {dialog && (
        <Suspense>
          <ComposeDialogs
            open={dialog}
            composer={composer}
            onInsert={uploads.insert}
            onSchedule={sending.schedule}
            onPoll={(poll) => {
              composer.write(poll)
              sending.send()
            }}
            onClose={() => setDialog(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** There is one compose box at a time. */
const HINT_ID = 'compose-hint'

/** Longer than what fits beside the destination: then it gets the whole width. */
const isLong = (content: string) => content.length > 40 || content.includes('\n')

/** Office programs add a picture of the text that was copied: then the text is meant. */
function filesOf(clipboard: DataTransfer): readonly File[] {
  return clipboard.getData('text/plain') === '' ? [...clipboard.files] : []
}

/** The keys of the text: to send, to format, and to edit the last message. */
function useComposeKeys(narrow: Narrow, send: () => void) {
  const onTextKey = useTextKeys(send)
  const { messages, state } = useWorkspace()

  function editLast(): boolean {
    const me = state.get().me.userId
    const list = messages.list(narrowKey(narrow))
    const last = list?.ids.findLast((id) => messages.get(id)?.sender_id === me)
    if (last !== undefined) editedMessage.set(last)
    return last !== undefined
  }
  return (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (onTextKey(event) || event.nativeEvent.isComposing) return
    const isControl = event.ctrlKey || event.metaKey
    if (event.key === 'ArrowUp' && event.currentTarget.value === '' && !isControl && editLast())
      event.preventDefault()
  }
}

/** In a stream, a message goes to the topic of the newest message on the screen, unless another is chosen. */
function useSuggestedTopic(composer: Composer, narrow: Narrow): void {
  const { messages } = useWorkspace()
  const newest = useSyncExternalStore(newestVisible.subscribe, newestVisible.get)
  const streamId = narrow.kind === 'stream' ? narrow.streamId : undefined
  useEffect(() => {
    const message = newest === undefined ? undefined : messages.get(newest)
    if (streamId !== undefined && message?.stream_id === streamId)
      composer.suggestTopic(streamId, message.subject)
  }, [composer, messages, newest, streamId])
}

/** Choosing people opens the conversation with them, so that its history is there before the first word. */
function useRedirect(composer: Composer): (destination: Destination) => void {
  const { state } = useWorkspace()
  const hashOf = useNarrowHash()
  return (destination) => {
    if (destination.kind !== 'direct' || destination.userIds.length === 0)
      return composer.redirect(destination)
    const conversation = {
      kind: 'direct',
      userIds: othersOf(destination.userIds, state.get().me.userId),
    } as const
    composer.redirect(conversation)
    openHash(hashOf(conversation))
  }
}

interface Parts extends DestinationInputs {
  area: RefObject<HTMLTextAreaElement | null>
}

/** What other parts of the app and the keyboard ask of the box. Fields appear first, and then get the focus. */
function useComposeOpeners(composer: Composer, parts: Parts) {
  const { state } = useWorkspace()
  const [wish, setWish] = useState<{ part: MissingPart; insert?: string | undefined }>()

  function focus(part: MissingPart, insert?: string): void {
    if (part !== 'content') composer.choose(true)
    setWish({ part, insert })
  }
  function firstToFill(): MissingPart {
    const { destination } = composer.store.get()
    if (destination.kind === 'stream' && destination.streamId !== undefined && destination.topic === '')
      return 'topic'
    return whatIsMissing(state.get(), destination, '')?.part ?? 'content'
  }
  const chooseDirect = () => composer.goTo({ kind: 'direct', userIds: [] }, true)

  useComposeRequests(({ conversation, insert, direct }) => {
    if (direct) chooseDirect()
    else composer.open(conversation)
    focus(firstToFill(), insert)
  })
  useCommand('compose', () => {
    composer.open()
    focus(firstToFill())
  })
  useCommand('composeDirect', () => {
    chooseDirect()
    focus('people')
  })

  const { area, stream, topic, people } = parts
  useEffect(() => {
    if (!wish) return
    setWish(undefined)
    const field = { content: area, stream, topic, people }[wish.part].current
    if (wish.insert === undefined) field?.focus()
    else insertText(area.current, wish.insert)
  }, [wish, area, stream, topic, people])
  return focus
}
