/**
 * All words of the page, in English. Names in braces are filled in; `{ one, other }` is chosen by the number `n`.
 * Keys begin with the page or part that says them. Everything at the table begins with `table.` or `board.`.
 */
export const en = {
  // ---- everywhere
  'app.name': 'Sandtable',
  'app.skip': 'Go to the page',
  'nav.main': 'Pages',
  'nav.games': 'Games',
  'nav.lobby': 'Lobby',
  'nav.rules': 'Rules',
  'nav.account': 'Account',
  'nav.home': 'Sandtable, to the games',

  // ---- pages are added below this line, each with its own heading

  // ---- table and board
} as const;
