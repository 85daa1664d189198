import { X } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CompletedTextArea } from '../completion/completed-text-area.tsx'
import { DestinationFields } from '../destination/destination-fields.tsx'
import { useDestinationName } from '../destination/destination-name.ts'
import { SentElsewhere } from '../destination/sent-elsewhere.tsx'
import { type ComposeDialogName, ComposeDialogs } from '../drafts/compose-dialogs.tsx'
import { UnsentMenu } from '../drafts/unsent-menu.tsx'
import type { Narrow } from '../narrows/narrow.ts'
import { useTypingNotifier } from '../typing/use-typing-notifier.ts'
import { DropZone } from '../uploads/drop-zone.tsx'
import { UploadList } from '../uploads/upload-list.tsx'
import { useUploads } from '../uploads/use-uploads.ts'
import styles from './compose-box.module.css'
import { ComposeFooter } from './compose-footer.tsx'
import { ComposeNotices } from './compose-notices.tsx'
import { useComposer, useComposition } from './composer.ts'
import { MessagePreview } from './message-preview.tsx'
import { useComposeKeys } from './use-compose-keys.ts'
import { useComposeOpeners } from './use-compose-openers.ts'
import { useSending } from './use-sending.ts'

/** Where messages are written. A single line until the user starts to write. */
export function ComposeBox({ narrow }: { narrow: Narrow }) {
  const composer = useComposer()
  useLayoutEffect(() => composer.follow(narrow), [composer, narrow])
  const { destination, content, isOpen } = useComposition(composer)
  const [isPreview, setPreview] = useState(false)
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
  const nameOf = useDestinationName()

  function write(text: string) {
    composer.write(text)
    const where = composer.where()
    if (text.trim() === '') typing.stop()
    else if (where && !sending.forbidden) typing.typed(where)
  }
  function leave() {
    typing.stop()
    setPreview(false)
    composer.close()
    const { activeElement } = document
    if (activeElement instanceof HTMLElement) activeElement.blur()
  }
  function onEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.stopPropagation()
    if (isPreview) setPreview(false)
    else leave()
  }
  const isChosen = destination.kind === 'direct' ? destination.userIds.length > 0 : destination.streamId
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
        className={classNames(styles.box, !isOpen && styles.closed)}
        onKeyDown={onEscape}
        onSubmit={(event) => {
          event.preventDefault()
          sending.send()
        }}
      >
        <DropZone inside={form} onFiles={uploads.start} />
        {isOpen && (
          <div className={styles.head}>
            <DestinationFields
              destination={destination}
              inputs={inputs}
              onChange={composer.redirect}
              onDone={() => focus('content')}
            />
            <IconButton label={t.compose.leave} className={styles.leave} onClick={leave}>
              <X />
            </IconButton>
          </div>
        )}
        <ComposeNotices forbidden={sending.forbidden} complaint={sending.complaint} />
        {isPreview && <MessagePreview content={content} />}
        <div className={styles.text} hidden={isPreview}>
          <CompletedTextArea
            label={t.compose.text}
            area={area}
            value={content}
            onWrite={write}
            destination={destination}
            placeholder={isChosen ? t.compose.messageTo(nameOf(destination)) : t.compose.writeMessage}
            onKey={onKey}
            onFocus={() => composer.open()}
            onPaste={(event) => {
              const files = filesOf(event.clipboardData)
              if (files.length === 0) return
              event.preventDefault()
              uploads.start(files)
            }}
          />
          {!isOpen && <UnsentMenu composer={composer} onOpen={setDialog} />}
        </div>
        <UploadList uploads={uploads.list} onCancel={uploads.cancel} />
        {isOpen && (
          <ComposeFooter
            {...{ composer, area, content, isPreview }}
            onPreview={setPreview}
            onInsert={uploads.insert}
            onFiles={uploads.start}
            canSend={!sending.forbidden}
            isReady={sending.isReady}
            onSchedule={sending.schedule}
            onOpen={setDialog}
          />
        )}
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

/** Office programs add a picture of the text that was copied: then the text is meant. */
function filesOf(clipboard: DataTransfer): readonly File[] {
  return clipboard.getData('text/plain') === '' ? [...clipboard.files] : []
}
