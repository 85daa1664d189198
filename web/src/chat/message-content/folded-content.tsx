import { useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './folded-content.module.css'
import { RenderedContent } from './rendered-content.tsx'

/** Shorter HTML than this is not measured: it cannot be tall. */
const SHORT = 300
/** In pixels: what would be hidden must be worth a button. */
const MAX_HEIGHT = 560

/** They stay unfolded when they scroll back into view. */
const unfoldedMessages = new Set<number>()

/** The content of a message. Long content is folded until the reader unfolds it. */
export function FoldedContent({ id, html }: { id: number; html: string }) {
  const box = useRef<HTMLDivElement>(null)
  const [isLong, setLong] = useState(false)
  const [isOpen, setOpen] = useState(unfoldedMessages.has(id))
  useLayoutEffect(() => {
    setLong(html.length > SHORT && (box.current?.scrollHeight ?? 0) > MAX_HEIGHT)
  }, [html])
  const toggle = () => {
    if (isOpen) unfoldedMessages.delete(id)
    else unfoldedMessages.add(id)
    setOpen(!isOpen)
  }
  return (
    <>
      <div ref={box} className={classNames(isLong && !isOpen && styles.folded)}>
        <RenderedContent html={html} />
      </div>
      {isLong && (
        <Button look="quiet" size="small" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? t.messages.showLess : t.messages.showMore}
        </Button>
      )}
    </>
  )
}
