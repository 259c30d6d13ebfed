# A window with Qt's web view (Chromium 94), driven through the port in QTWEBENGINE_REMOTE_DEBUGGING.
import sys

from PyQt6.QtCore import QUrl
from PyQt6.QtWebEngineCore import QWebEnginePage
from PyQt6.QtWebEngineWidgets import QWebEngineView
from PyQt6.QtWidgets import QApplication


class Page(QWebEnginePage):
    # Leaving a running test asks; the tests mean it.
    def javaScriptConfirm(self, origin, message):
        return True


app = QApplication(sys.argv)
view = QWebEngineView()
view.setPage(Page(view))
view.resize(360, 740)
view.setUrl(QUrl("about:blank"))
view.show()
sys.exit(app.exec())
