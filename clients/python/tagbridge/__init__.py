"""Client of the Tagbridge service.

    from tagbridge import Client

    with Client("http://127.0.0.1:8750", "tb_…") as client:
        project = client.upload("Line4.L5X").project_id
        print(client.ask(project, "What writes Run?").answer)

Results are the types of `tagbridge.generated.models`. What the service refuses is raised as `ApiError`.
"""

from .client import ApiError, Client, Export

__all__ = ["ApiError", "Client", "Export"]
