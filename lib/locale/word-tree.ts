/** Words by name, as deep as a catalogue has them. */
export interface WordTree {
  readonly [name: string]: string | WordTree;
}
