import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { classNames } from '../../ui/class-names.ts'
import { DestinationChip } from '../destination/destination-chip.tsx'
import { DestinationFields } from '../destination/destination-fields.tsx'
import { SentElsewhere } from '../destination/sent-elsewhere.tsx'
import { type ComposeDialogName, ComposeDialogs } from '../drafts/compose-dialogs.tsx'
import type { Narrow } from '../narrows/narrow.ts'
import { TextedNotice } from '../texted/texted-notice.tsx'
import { useTypingNotifier } from '../typing/use-typing-notifier.ts'
import { DropZone } from '../uploads/drop-zone.tsx'
import { UploadList } from '../uploads/upload-list.tsx'
import { useUploads } from '../uploads/use-uploads.ts'
import styles from './compose-box.module.css'
import { ComposeLineTools } from './compose-line-tools.tsx'
import { ComposeNotes } from './compose-notes.tsx'
import { ComposeNotices } from './compose-notices.tsx'
import { useComposer, useComposition } from './composer.ts'
import { EnterSends } from './enter-sends.tsx'
import { FormatRow } from './format-row.tsx'
import { MessageText } from './message-text.tsx'
import { useComposeKeys } from './use-compose-keys.ts'
import { useComposeOpeners } from './use-compose-openers.ts'
import { useSending } from './use-sending.ts'

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
