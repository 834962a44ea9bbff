/// The part of a page that hands over the file it has written: `bundle.js` finds it by its ids.
enum FileActions {
  static let markup: HTMLText = """
    <p id="saved" role="status"></p>
    <div id="file-ways" hidden>
    <p>No file to be seen? These do the same:</p>
    <div class="buttons">
    <button type="button" id="share">Share the file</button>
    <button type="button" id="copy">Copy its text</button>
    <button type="button" id="show">Show its text</button>
    </div></div>
    <div class="field" id="file-text-row" hidden><label for="file-text">The text of the file</label>
    <textarea id="file-text" readonly spellcheck="false"></textarea></div>
    """
}
