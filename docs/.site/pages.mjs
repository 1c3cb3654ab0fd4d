// Lays out the pages of the project for VitePress: node pages.mjs PROJECT TARGET. The pages keep their places and are not
// written again but for three things: comments of the build go, README.md is the index of its folder, and a link to a file
// that is no page leads to a copy of it.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative, resolve } from 'node:path'

const [project, target] = process.argv.slice(2).map((path) => resolve(path))
const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']
const PICTURES = ['.png', '.gif', '.svg']
const LINK = /\]\(([^)#\s:]+)(#[^)\s]*)?\)/g

function markdownBelow(folder) {
  return readdirSync(join(project, folder), { withFileTypes: true })
    .filter((entry) => !entry.name.startsWith('.'))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? markdownBelow(path) : path.endsWith('.md') ? [path] : []
    })
}

const copied = (from, to) => {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to)
}

function linkFrom(page, path, anchor) {
  const linked = relative(project, resolve(project, dirname(page), path))
  if (linked.startsWith('..') || !existsSync(join(project, linked))) {
    throw new Error(`${page} links to ${path}, which does not exist`)
  }
  if (extname(path) === '.md') {
    return `](${path.replace(/README\.md$/, 'index.md')}${anchor})`
  }
  if (PICTURES.includes(extname(path))) {
    copied(join(project, linked), join(target, linked))
    return `](${path.includes('/') ? path : './' + path})`
  }
  copied(join(project, linked), join(target, 'public', 'files', linked + '.txt'))
  return `](/files/${linked}.txt)`
}

for (const page of [...PAGES, ...markdownBelow('docs')]) {
  const text = readFileSync(join(project, page), 'utf8')
    .replace(/^<!-- .* -->\n/gm, '')
    .replace(LINK, (_, path, anchor = '') => linkFrom(page, path, anchor))
  const place = basename(page) === 'README.md' ? join(dirname(page), 'index.md') : page
  mkdirSync(join(target, dirname(place)), { recursive: true })
  writeFileSync(join(target, place), text)
}
