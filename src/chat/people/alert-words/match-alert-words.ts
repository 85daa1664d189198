export interface AlertWord {
  user_id: number
  word: string
}

/**
 * Returns a function that finds the users with a word or phrase that occurs in a text. It matches tokens along a
 * trie, so its time does not depend on the number of words.
 */
export function buildAlertMatcher(words: readonly AlertWord[]): (content: string) => number[] {
  const root = newNode()
  for (const { user_id, word } of words) addWord(root, user_id, word)
  if (root.next.size === 0) return () => []
  return (content) => findUsers(root, tokenize(content))
}

interface TreeNode {
  next: Map<string, TreeNode>
  userIds: Set<number>
}

// A word, a run of white space, or any other single character.
const token = /[\p{L}\p{N}\p{M}_]+|\s+|./gsu
const wordStart = /^[\p{L}\p{N}\p{M}_]/u

function newNode(): TreeNode {
  return { next: new Map(), userIds: new Set() }
}

function addWord(root: TreeNode, userId: number, word: string): void {
  const tokens = tokenize(word.trim())
  if (tokens.length === 0) return
  let node = root
  for (const part of tokens) {
    let next = node.next.get(part)
    if (!next) {
      next = newNode()
      node.next.set(part, next)
    }
    node = next
  }
  node.userIds.add(userId)
}

function tokenize(text: string): string[] {
  const tokens = text.toLowerCase().match(token) ?? []
  return tokens.map((part) => (part.trim() === '' ? ' ' : part))
}

function findUsers(root: TreeNode, tokens: readonly string[]): number[] {
  const found = new Set<number>()
  for (let start = 0; start < tokens.length; start++) {
    if (isWord(tokens[start - 1]) && !isWord(tokens[start])) {
      // A phrase that starts with a symbol would have no word boundary here.
      continue
    }
    let node: TreeNode | undefined = root
    for (let end = start; end < tokens.length; end++) {
      node = node.next.get(tokens[end] ?? '')
      if (!node) break
      if (node.userIds.size > 0 && (isWord(tokens[end]) || !isWord(tokens[end + 1]))) {
        for (const userId of node.userIds) found.add(userId)
      }
    }
  }
  return [...found].sort((a, b) => a - b)
}

function isWord(part: string | undefined): boolean {
  return part !== undefined && wordStart.test(part)
}
