import { Smile } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { writtenEmoji } from '../emoji/emoji-data.ts'

const EmojiPicker = lazy(async () => ({
  default: (await import('../emoji/emoji-picker.tsx')).EmojiPicker,
}))

export function EmojiButton({ onPick, disabled }: { onPick: (text: string) => void; disabled: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)
  return (
    <>
      <span ref={anchor}>
        <IconButton
          label={t.compose.emoji}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          disabled={disabled}
          onClick={() => setOpen(!isOpen)}
        >
          <Smile />
        </IconButton>
      </span>
      {isOpen && (
        <Popover anchor={anchor} label={t.compose.emoji} onClose={() => setOpen(false)}>
          <Suspense>
            <EmojiPicker
              onPick={(emoji) => {
                setOpen(false)
                onPick(writtenEmoji(emoji))
              }}
            />
          </Suspense>
        </Popover>
      )}
    </>
  )
}
