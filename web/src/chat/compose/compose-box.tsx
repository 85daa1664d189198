import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { classNames } from '../../ui/class-names.ts'
import { insertText } from '../completion/text-edit.ts'
import { DestinationChip, SentElsewhere } from '../destination/destination-chip.tsx'
import { DestinationFields, type DestinationInputs } from '../destination/destination-fields.tsx'
import { type MissingPart, whatIsMissing } from '../destination/posting-problem.ts'
import { type Composer, useComposer, useComposition } from '../drafts/composer.ts'
import { useCommand } from '../shortcuts/commands.ts'
import { editedMessage } from '../state/message-selection.ts'
import { type Narrow, narrowKey } from '../state/narrow.ts'
import { useWorkspace } from '../state/workspace.ts'
import { TextedNotice } from '../texted/texted-notice.tsx'
import { useTypingNotifier } from '../typing/use-typing-notifier.ts'
import { DropZone, UploadList } from '../uploads/upload-list.tsx'
import styles from './compose-box.module.css'
import { type ComposeDialogName, ComposeDialogs } from './compose-dialogs.tsx'
import { ComposeLineTools } from './compose-line-tools.tsx'
import { ComposeNotes, ComposeNotices } from './compose-notes.tsx'
import { useComposeRequests } from './compose-request.ts'
import { EnterSends } from './enter-sends.tsx'
import { FormatRow } from './format-toolbar.tsx'
import { MessageText } from './message-text.tsx'
import { useSending } from './use-sending.ts'
import { useTextKeys } from './use-text-keys.ts'
import { useUploads } from './use-uploads.ts'

/** Where messages are written: one line, which grows with the text. */
export function ComposeBox({ narrow }: { narrow: Narrow }) {
  const composer = useComposer()
  useLayoutEffect(() => composer.follow(narrow), [composer, narrow])
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
    isUploading: uploads.isRunning,
    focus,
    onSent() {
      typing.reset()
      setPreview(false)
    },
  })
  const onKey = useComposeKeys(narrow, sending.send)

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
            onChange={composer.redirect}
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
        <UploadList uploads={uploads.list} onCancel={uploads.cancel} />
        {isFormatting && (
          <div className={styles.formats}>
            <FormatRow {...{ area, isPreview }} onPreview={setPreview}>
              <EnterSends />
            </FormatRow>
          </div>
        )}
        <ComposeNotes content={content} showsKeys={!isFormatting && content.includes('\n')} />
      </form>
      <ComposeDialogs
        open={dialog}
        composer={composer}
        onInsert={uploads.insert}
        onSchedule={sending.schedule}
        onClose={() => setDialog(undefined)}
      />
    </div>
  )
}

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
