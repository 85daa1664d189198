import { useLayoutEffect, useMemo, useRef } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { renderedHtml } from '../rendered-html.ts'
import { useChat, useWorkspace } from '../state/workspace.ts'
import { dressContent, listenForPresses } from './dress-content.ts'
import './code-colours.css'
import styles from './rendered-content.module.css'

interface RenderedContentProps {
  html: string
  className?: string | undefined
}

/** Markdown that the server has rendered. */
export function RenderedContent(props: RenderedContentProps) {
  // New content is a new element, so that the changes of dressContent apply to it.
  return <DressedContent key={props.html} {...props} />
}

function DressedContent({ html, className }: RenderedContentProps) {
  const root = useRef<HTMLDivElement>(null)
  const { state } = useWorkspace()
  const is24Hours = useChat(({ settings }) => settings.twenty_four_hour_time)
  // Memoized: React would set another object again, and undo the changes of dressContent.
  const content = useMemo(() => renderedHtml(html), [html])
  useLayoutEffect(() => {
    if (!root.current) return
    const isMe = (kind: 'user' | 'group', id: string) => {
      const { me, groups } = state.get()
      if (kind === 'user') return id === '*' || Number(id) === me.userId
      return groups.get(Number(id))?.members.includes(me.userId) === true
    }
    dressContent(root.current, { is24Hours, isMe })
    return listenForPresses(root.current)
  }, [is24Hours, state])
  return (
    <div
      ref={root}
      className={classNames(styles.content, className)}
      dir="auto"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server escapes what people wrote
      dangerouslySetInnerHTML={content}
    />
  )
}
