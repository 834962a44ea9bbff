/// The part of a page that provides the file it has written: `bundle.js` finds it by its ids.
enum FileActions {
  static let markup: HTMLText = """
    <p id="saved" role="status"></p>
    <div id="file-ways" hidden>
    <p>No file in your downloads? Use one of these:</p>
    <div class="buttons">
    <button type="button" id="share">Share the file</button>
    <button type="button" id="copy">Copy file contents</button>
    <button type="button" id="show">Show file contents</button>
    </div></div>
    <div class="field" id="file-text-row" hidden><label for="file-text">File contents</label>
    <textarea id="file-text" readonly spellcheck="false"></textarea></div>
    """
}
